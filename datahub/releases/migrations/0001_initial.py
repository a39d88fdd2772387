import datahub.api.writes.creations
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Release',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('anonymised', 'Anonymised'), ('synthetic', 'Synthetic')], max_length=10)),
                ('data_set', models.CharField(max_length=97)),
                ('version', models.CharField(max_length=97)),
                ('number', models.PositiveIntegerField()),
                ('people', models.CharField(max_length=97)),
                ('population', models.CharField(blank=True, max_length=97)),
                ('compared_with', models.CharField(blank=True, max_length=97)),
                ('made_by', models.CharField(max_length=97)),
                ('job', models.UUIDField(null=True)),
                ('title', models.CharField(max_length=200)),
                ('licence', models.CharField(blank=True, max_length=200)),
                ('citation', models.TextField(blank=True)),
                ('audience', models.CharField(choices=[('recipients', 'Recipients'), ('public', 'Public')], max_length=10)),
                ('second_person', models.BooleanField()),
                ('state', models.CharField(choices=[('making', 'Making'), ('failed', 'Failed'), ('blocked', 'Blocked'), ('waiting', 'Waiting'), ('refused', 'Refused'), ('released', 'Released'), ('withdrawn', 'Withdrawn')], default='making', max_length=9)),
                ('purpose', models.CharField(blank=True, max_length=40)),
                ('noise', models.JSONField(null=True)),
                ('guarantee', models.TextField()),
                ('anonymity_models', models.JSONField(default=list)),
                ('columns', models.JSONField()),
                ('rows', models.BigIntegerField(null=True)),
                ('file', models.UUIDField(null=True, unique=True)),
                ('sizes', models.JSONField(default=dict)),
                ('said', models.BinaryField(null=True)),
                ('rows_beside', models.BinaryField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('released_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['data_set', '-created_at'], name='releases_of_data_set'), models.Index(fields=['people'], name='releases_of_people')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['waiting', 'released']), _negated=True), models.Q(('file__isnull', False), ('rows__isnull', False), ('said__isnull', False)), _connector='OR'), name='releases_sealed_before_released'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'released'), _negated=True), ('released_at__isnull', False), _connector='OR'), name='releases_released_has_a_day'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['withdrawn', 'refused']), _negated=True), ('rows_beside__isnull', True), _connector='OR'), name='releases_taken_back_without_rows')],
            },
        ),
        migrations.CreateModel(
            name='Link',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('columns', models.JSONField(null=True)),
                ('made_by', models.CharField(max_length=97)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('downloads', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='releases.release')),
            ],
        ),
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.CharField(max_length=97)),
                ('approved', models.BooleanField()),
                ('said', models.TextField(blank=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('release', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='verdict', to='releases.release')),
            ],
        ),
        migrations.CreateModel(
            name='Recipient',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('columns', models.JSONField(null=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recipients', to='releases.release')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('release', 'person'), name='releases_one_place_a_person')],
            },
        ),
    ]
