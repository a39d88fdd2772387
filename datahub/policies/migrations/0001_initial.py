import django.db.models.deletion
import django.db.models.functions.text
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LatestTime',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='policies_one_latest_time')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('training_until', models.DateTimeField(null=True)),
                ('withheld', models.JSONField(default=list)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Alarm',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('object', models.CharField(max_length=97)),
                ('day', models.DateField()),
                ('what', models.CharField(max_length=9)),
                ('count', models.PositiveIntegerField()),
                ('bound', models.PositiveIntegerField()),
                ('raised_at', models.DateTimeField(auto_now_add=True)),
                ('seen_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('object', 'person', 'day', 'what'), name='policies_one_alarm_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254)),
                ('object', models.CharField(max_length=97)),
                ('role', models.CharField(max_length=32)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['object'], name='policies_invitation_object')],
                'constraints': [models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='policies_invited_in_lower_case')],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('object', models.CharField(max_length=97)),
                ('role', models.CharField(max_length=40)),
                ('until', models.DateTimeField(null=True)),
                ('purpose', models.CharField(blank=True, max_length=40)),
                ('given_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='passed_on', to='policies.place')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('team', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.team')),
            ],
            options={
                'indexes': [models.Index(fields=['object'], name='policies_place_object')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('person__isnull', False), ('team__isnull', True)), models.Q(('person__isnull', True), ('team__isnull', False)), _connector='OR'), name='policies_place_of_one_holder')],
            },
        ),
        migrations.CreateModel(
            name='Role',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('object', models.CharField(max_length=97)),
                ('role', models.CharField(max_length=32)),
                ('granted_at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('team', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.team')),
            ],
            options={
                'indexes': [models.Index(fields=['object'], name='policies_role_object')],
                'constraints': [models.UniqueConstraint(fields=('person', 'object', 'role'), name='policies_one_role_once'), models.UniqueConstraint(fields=('team', 'object', 'role'), name='policies_one_role_of_a_team_once'), models.CheckConstraint(condition=models.Q(models.Q(('person__isnull', False), ('team__isnull', True)), models.Q(('person__isnull', True), ('team__isnull', False)), _connector='OR'), name='policies_role_of_one_holder')],
            },
        ),
        migrations.CreateModel(
            name='Use',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('object', models.CharField(max_length=97)),
                ('operation', models.CharField(max_length=64)),
                ('day', models.DateField()),
                ('permitted', models.PositiveIntegerField(default=0)),
                ('refused', models.PositiveIntegerField(default=0)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('object', 'person', 'day', 'operation'), name='policies_use_of_a_day_once')],
            },
        ),
        migrations.CreateModel(
            name='WrittenPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('object', models.CharField(max_length=97)),
                ('number', models.PositiveIntegerField()),
                ('document', models.JSONField()),
                ('columns', models.JSONField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'written policies',
                'constraints': [models.UniqueConstraint(fields=('object', 'number'), name='policies_one_version_of_a_number')],
            },
        ),
    ]
