import datahub.api.writes.creations
import django.db.models.deletion
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
            name='Upload',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('size', models.BinaryField()),
                ('checksum', models.BinaryField(null=True)),
                ('chunk_size', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('receiving', 'Receiving'), ('looking', 'Looking'), ('found', 'Found'), ('refused', 'Refused'), ('gone', 'Gone')], default='receiving', max_length=9)),
                ('refusal', models.BinaryField(null=True)),
                ('found', models.BinaryField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('touched_at', models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name='DataSet',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('description', models.TextField(blank=True)),
                ('licence', models.CharField(blank=True, max_length=200)),
                ('doi', models.CharField(blank=True, max_length=200)),
                ('provenance', models.TextField(blank=True)),
                ('keep_until', models.DateField(null=True)),
                ('trust_model', models.CharField(choices=[('hub', 'Hub')], default='hub', max_length=5)),
                ('audience', models.CharField(choices=[('nobody', 'Nobody'), ('organisation', 'Organisation'), ('everyone', 'Everyone')], default='nobody', max_length=12)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('organisation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.organisation')),
            ],
        ),
        migrations.CreateModel(
            name='AccessRequest',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('submitted', 'submitted'), ('questions', 'questions'), ('approved', 'approved'), ('refused', 'refused'), ('revoked', 'revoked')], default='draft', max_length=9)),
                ('purpose', models.TextField()),
                ('role_wanted', models.CharField(blank=True, max_length=100)),
                ('role', models.CharField(blank=True, max_length=100)),
                ('expires_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('data_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='datasets.dataset')),
            ],
        ),
        migrations.CreateModel(
            name='Destruction',
            fields=[
                ('data_set', models.UUIDField(primary_key=True, serialize=False)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('asked_by', models.CharField(blank=True, max_length=97)),
                ('begun_at', models.DateTimeField(null=True)),
                ('record', models.JSONField(null=True)),
                ('signature', models.CharField(blank=True, max_length=100)),
                ('public_key', models.CharField(blank=True, max_length=60)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('record__isnull', True), ('signature', '')), models.Q(('record__isnull', False), models.Q(('signature', ''), _negated=True)), _connector='OR'), name='datasets_signed_when_destroyed')],
            },
        ),
        migrations.CreateModel(
            name='Lineage',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('original', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='datasets.dataset')),
            ],
        ),
        migrations.AddField(
            model_name='dataset',
            name='lineage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='data_sets', to='datasets.lineage'),
        ),
        migrations.CreateModel(
            name='RequestStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deed', models.CharField(max_length=10)),
                ('said', models.TextField(blank=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('request', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='datasets.accessrequest')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Chunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='received', to='datasets.upload')),
            ],
        ),
        migrations.CreateModel(
            name='Version',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('loading', 'Loading'), ('loaded', 'Loaded')], default='draft', max_length=7)),
                ('format', models.JSONField(null=True)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('checksum', models.BinaryField(null=True)),
                ('figures', models.BinaryField(null=True)),
                ('sources', models.BinaryField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('loaded_at', models.DateTimeField(null=True)),
                ('data_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='datasets.dataset')),
            ],
        ),
        migrations.AddField(
            model_name='upload',
            name='version',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='upload', to='datasets.version'),
        ),
        migrations.CreateModel(
            name='Column',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('name_in_file', models.CharField(blank=True, max_length=200)),
                ('is_left_out', models.BooleanField(default=False)),
                ('declaration', models.JSONField()),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='columns', to='datasets.version')),
            ],
            options={
                'ordering': ['place'],
            },
        ),
        migrations.AddIndex(
            model_name='accessrequest',
            index=models.Index(fields=['person', '-created_at'], name='datasets_requests_of_person'),
        ),
        migrations.AddConstraint(
            model_name='accessrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['refused', 'revoked']), _negated=True), fields=('data_set', 'person'), name='datasets_one_open_request'),
        ),
        migrations.AddConstraint(
            model_name='accessrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(models.Q(('role', ''), _negated=True), ('expires_at__isnull', False)), _connector='OR'), name='datasets_approved_with_a_role'),
        ),
        migrations.AddIndex(
            model_name='dataset',
            index=models.Index(fields=['-created_at', 'id'], name='datasets_newest_first'),
        ),
        migrations.AddConstraint(
            model_name='chunk',
            constraint=models.UniqueConstraint(fields=('upload', 'number'), name='datasets_one_chunk_of_a_number'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.UniqueConstraint(fields=('data_set', 'number'), name='datasets_version_number_once'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'loaded'), _negated=True), models.Q(('figures__isnull', False), ('loaded_at__isnull', False)), _connector='OR'), name='datasets_loaded_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='upload',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('refusal__isnull', False), ('state', 'refused')), models.Q(models.Q(('state', 'refused'), _negated=True), ('refusal__isnull', True)), _connector='OR'), name='datasets_refused_says_why'),
        ),
        migrations.AddConstraint(
            model_name='upload',
            constraint=models.CheckConstraint(condition=models.Q(('chunk_size__gt', 0)), name='datasets_chunk_of_some_size'),
        ),
        migrations.AddConstraint(
            model_name='column',
            constraint=models.UniqueConstraint(fields=('version', 'place'), name='datasets_one_column_at_a_place'),
        ),
        migrations.AddConstraint(
            model_name='column',
            constraint=models.UniqueConstraint(condition=models.Q(('is_left_out', False)), fields=('version', 'name'), name='datasets_one_column_of_a_name'),
        ),
    ]
