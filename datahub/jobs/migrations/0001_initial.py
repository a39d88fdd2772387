import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=100)),
                ('key', models.CharField(max_length=200, null=True, unique=True)),
                ('subject', models.CharField(max_length=97)),
                ('owner', models.CharField(blank=True, max_length=97)),
                ('payload', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                ('fence', models.BigIntegerField(default=0)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('breakdowns', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(null=True)),
                ('progress_done', models.BigIntegerField(default=0)),
                ('progress_total', models.BigIntegerField(default=0)),
                ('progress_note', models.CharField(blank=True, max_length=200)),
                ('result', models.JSONField(null=True)),
                ('error', models.CharField(blank=True, max_length=100)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'queued')), fields=['created_at'], name='jobs_queued'), models.Index(condition=models.Q(('state', 'running')), fields=['lease_until'], name='jobs_running'), models.Index(fields=['owner', '-created_at'], name='jobs_of_owner'), models.Index(fields=['owner', '-started_at'], name='jobs_begun_of_owner'), models.Index(fields=['subject', '-created_at'], name='jobs_about_subject'), models.Index(fields=['kind', 'finished_at'], name='jobs_finished_of_kind')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('lease_until__isnull', False), ('state', 'running')), models.Q(models.Q(('state', 'running'), _negated=True), ('lease_until__isnull', True)), _connector='OR'), name='jobs_lease_while_running'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('state__in', ['done', 'failed', 'cancelled'])), models.Q(('finished_at__isnull', True), ('state__in', ['queued', 'running'])), _connector='OR'), name='jobs_finished_when_ended'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), models.Q(('error', ''), _negated=True)), models.Q(models.Q(('state', 'failed'), _negated=True), ('error', '')), _connector='OR'), name='jobs_failed_with_a_code'), models.CheckConstraint(condition=models.Q(('fence__gte', models.F('attempts'))), name='jobs_attempt_has_a_fence'), models.CheckConstraint(condition=models.Q(('attempts__gte', models.F('breakdowns'))), name='jobs_breakdown_was_an_attempt')],
            },
        ),
    ]
