import datahub.api.writes.creations
import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('datasets', '0001_initial'),
        ('jobs', '0001_initial'),
        ('ledger', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='MeasuredReport',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('of_children', models.BinaryField(null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('children', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
            ],
        ),
        migrations.CreateModel(
            name='Synthesis',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('asked_by', models.CharField(max_length=97)),
                ('digest', models.CharField(max_length=64)),
                ('purpose', models.CharField(blank=True, max_length=40)),
                ('asked', models.BinaryField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('children', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                ('spend', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.spend')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
            ],
            options={
                'verbose_name_plural': 'syntheses',
            },
        ),
        migrations.CreateModel(
            name='Appraisal',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
                ('asked', models.BinaryField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                ('spend', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.spend')),
                ('report', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='analyses.measuredreport')),
                ('synthesis', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appraisals', to='analyses.synthesis')),
            ],
        ),
        migrations.CreateModel(
            name='SyntheticModel',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('of_children', models.BinaryField(null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('children', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
            ],
        ),
        migrations.AddField(
            model_name='synthesis',
            name='model',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='analyses.syntheticmodel'),
        ),
        migrations.CreateModel(
            name='ValueCounts',
            fields=[
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='datasets.version')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
            ],
        ),
        migrations.CreateModel(
            name='ColumnCounts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('found', models.BinaryField()),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='columns', to='analyses.valuecounts')),
            ],
        ),
        migrations.CreateModel(
            name='Anonymisation',
            fields=[
                ('request_digest', models.CharField(blank=True, default=datahub.api.writes.creations.digest_of_request, editable=False, max_length=64)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('asked_by', models.CharField(max_length=97)),
                ('unbounded', models.BooleanField(default=False)),
                ('purpose', models.CharField(blank=True, max_length=40)),
                ('asked', models.BinaryField()),
                ('found', models.BinaryField(null=True)),
                ('rows_beside', models.BinaryField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.version')),
            ],
            options={
                'indexes': [models.Index(fields=['version', '-created_at'], name='anonymisations_of_version')],
            },
        ),
        migrations.AddConstraint(
            model_name='measuredreport',
            constraint=models.UniqueConstraint(fields=('version', 'digest'), name='analyses_one_report_a_question'),
        ),
        migrations.AddConstraint(
            model_name='measuredreport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('children', None), ('of_children', None)), models.Q(('children__isnull', False), ('of_children__isnull', False)), _connector='OR'), name='analyses_report_of_each_table'),
        ),
        migrations.AddIndex(
            model_name='appraisal',
            index=models.Index(fields=['synthesis', '-created_at'], name='appraisals_of_synthesis'),
        ),
        migrations.AddConstraint(
            model_name='syntheticmodel',
            constraint=models.UniqueConstraint(fields=('version', 'digest'), name='analyses_one_model_a_plan'),
        ),
        migrations.AddConstraint(
            model_name='syntheticmodel',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('children', None), ('of_children', None)), models.Q(('children__isnull', False), ('of_children__isnull', False)), _connector='OR'), name='analyses_model_of_each_table'),
        ),
        migrations.AddIndex(
            model_name='synthesis',
            index=models.Index(fields=['version', '-created_at'], name='syntheses_of_version'),
        ),
        migrations.AddConstraint(
            model_name='columncounts',
            constraint=models.UniqueConstraint(fields=('of', 'name'), name='analyses_one_count_a_column'),
        ),
    ]
