from django.db import migrations, models

from datahub.api.writes import triggers
from datahub.audit import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('actor', models.CharField(blank=True, max_length=97)),
                ('operation', models.CharField(max_length=64)),
                ('subject', models.CharField(max_length=97)),
                ('reason', models.CharField(max_length=500)),
                ('detail', models.JSONField(default=dict)),
                ('previous', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'indexes': [models.Index(fields=['subject', 'number'], name='audit_entry_subject')],
            },
        ),
        migrations.CreateModel(
            name='Head',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('number', models.BigIntegerField(default=0)),
                ('hash', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='audit_one_head')],
            },
        ),
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('entries', models.BigIntegerField()),
                ('head', models.CharField(max_length=64)),
                ('signature', models.CharField(blank=True, max_length=100)),
                ('broken_at', models.BigIntegerField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('broken_at__isnull', True), ('reason', ''), models.Q(('signature', ''), _negated=True)), models.Q(('broken_at__isnull', False), ('signature', ''), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='audit_signed_where_nothing_is_broken')],
            },
        ),
        triggers.making(append_only.APPEND_ONLY, append_only.AS_BEFORE),
    ]
