import datahub.api.writes.creations
import django.db.models.deletion
import surveys.models
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Batch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('size', models.PositiveIntegerField()),
                ('short', models.BooleanField()),
                ('left_out', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='BatchKey',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(choices=[('current', 'Current'), ('held', 'Held'), ('closing', 'Closing'), ('done', 'Done')], default='current', max_length=7)),
                ('withdrawn', models.PositiveIntegerField(default=0)),
                ('unreadable', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Bundle',
            fields=[
                ('hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name='Deletion',
            fields=[
                ('survey', models.UUIDField(primary_key=True, serialize=False)),
                ('destroyed', models.JSONField()),
                ('record', models.JSONField(null=True)),
                ('signature', models.CharField(blank=True, max_length=86)),
                ('public_key', models.CharField(blank=True, max_length=43)),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('block', models.CharField(blank=True, default='', max_length=8)),
                ('level', models.PositiveSmallIntegerField()),
                ('record', models.BinaryField()),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='surveys.batch')),
            ],
        ),
        migrations.CreateModel(
            name='Survey',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('slug', models.CharField(default=surveys.models.new_slug, editable=False, max_length=16, unique=True)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('draft', models.JSONField()),
                ('draft_revision', models.PositiveIntegerField(default=1)),
                ('simulated', models.BooleanField(default=False)),
                ('archived_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'indexes': [models.Index(fields=['-created_at', 'id'], name='surveys_newest_first')],
            },
        ),
        migrations.CreateModel(
            name='Version',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('hash', models.CharField(max_length=64, unique=True)),
                ('definition', models.TextField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed')], default='open', max_length=6)),
                ('published_at', models.DateTimeField()),
                ('opens_at', models.DateTimeField(null=True)),
                ('closes_at', models.DateTimeField(null=True)),
                ('cap_reports', models.PositiveIntegerField(null=True)),
                ('batch_least', models.PositiveIntegerField()),
                ('paused', models.BooleanField(default=False)),
                ('accepted', models.PositiveIntegerField(default=0)),
                ('closed_at', models.DateTimeField(null=True)),
                ('bundle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='surveys.bundle')),
                ('survey', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='surveys.survey')),
            ],
        ),
        migrations.CreateModel(
            name='SimulatedTruth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shares', models.JSONField()),
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='truth', to='surveys.version')),
            ],
        ),
        migrations.CreateModel(
            name='InboxRow',
            fields=[
                ('key_mac', models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                ('body_mac', models.BinaryField(max_length=32)),
                ('sealed', models.BinaryField(null=True)),
                ('batch_key', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='inbox', to='surveys.batchkey')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='inbox', to='surveys.version')),
            ],
            options={
                'db_table': 'surveys_inbox',
            },
        ),
        migrations.CreateModel(
            name='Estimate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reports', models.PositiveIntegerField()),
                ('batches', models.PositiveIntegerField()),
                ('short_batch', models.BooleanField()),
                ('result', models.JSONField()),
                ('covariances', models.JSONField(default=dict)),
                ('steps', models.JSONField(default=list)),
                ('computed_at', models.DateTimeField()),
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='estimate', to='surveys.version')),
            ],
        ),
        migrations.CreateModel(
            name='CrossTab',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rows', models.CharField(max_length=65)),
                ('columns', models.CharField(max_length=65)),
                ('reports', models.PositiveIntegerField(default=0)),
                ('result', models.JSONField(null=True)),
                ('computed_at', models.DateTimeField(null=True)),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='crosstabs', to='surveys.version')),
            ],
        ),
        migrations.CreateModel(
            name='Counts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('block', models.CharField(max_length=32)),
                ('reports', models.PositiveIntegerField(default=0)),
                ('people', models.PositiveIntegerField(default=0)),
                ('left_out', models.PositiveIntegerField(default=0)),
                ('supports', models.JSONField()),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='counts', to='surveys.version')),
            ],
        ),
        migrations.AddField(
            model_name='batchkey',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='batch_keys', to='surveys.version'),
        ),
        migrations.AddField(
            model_name='batch',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='batches', to='surveys.version'),
        ),
        migrations.CreateModel(
            name='BundleFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('type', models.CharField(max_length=100)),
                ('body', models.BinaryField()),
                ('brotli', models.BinaryField(null=True)),
                ('bundle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='surveys.bundle')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('bundle', 'name'), name='surveys_one_file_of_a_name')],
            },
        ),
        migrations.AddIndex(
            model_name='version',
            index=models.Index(fields=['state', 'closes_at'], name='surveys_due_to_close'),
        ),
        migrations.AddIndex(
            model_name='version',
            index=models.Index(fields=['state', 'cap_reports', 'accepted'], name='surveys_capped'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.UniqueConstraint(fields=('survey', 'number'), name='surveys_version_number'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('survey',), name='surveys_one_open_version'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='surveys_versions_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('state', 'open')), models.Q(('closed_at__isnull', False), ('state', 'closed')), _connector='OR'), name='surveys_closed_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.CheckConstraint(condition=models.Q(('paused', False), ('state', 'open'), _connector='OR'), name='surveys_what_is_closed_is_not_paused'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.CheckConstraint(condition=models.Q(('cap_reports__isnull', True), ('accepted__lte', models.F('cap_reports')), _connector='OR'), name='surveys_accepts_no_more_than_its_cap'),
        ),
        migrations.AddIndex(
            model_name='inboxrow',
            index=models.Index(condition=models.Q(('batch_key__isnull', False)), fields=['batch_key'], name='surveys_waiting'),
        ),
        migrations.AddConstraint(
            model_name='inboxrow',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('batch_key__isnull', True), ('sealed__isnull', True)), models.Q(('batch_key__isnull', False), ('sealed__isnull', False)), _connector='OR'), name='surveys_sealed_under_a_key'),
        ),
        migrations.AddConstraint(
            model_name='crosstab',
            constraint=models.UniqueConstraint(fields=('version', 'rows', 'columns'), name='surveys_one_crosstab_of_two'),
        ),
        migrations.AddConstraint(
            model_name='counts',
            constraint=models.UniqueConstraint(fields=('version', 'level', 'block'), name='surveys_one_count_of_a_block'),
        ),
        migrations.AddIndex(
            model_name='batchkey',
            index=models.Index(fields=['state', 'version'], name='surveys_keys_of_a_state'),
        ),
        migrations.AddConstraint(
            model_name='batchkey',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'current')), fields=('version',), name='surveys_one_current_key'),
        ),
        migrations.AddConstraint(
            model_name='batchkey',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'held')), fields=('version',), name='surveys_one_held_key'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('size__gte', 1)), name='surveys_batches_hold_reports'),
        ),
    ]
