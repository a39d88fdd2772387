import datahub.ledger.fields
import datahub.ledger.rules
import django.db.models.deletion
import django.db.models.expressions
import uuid
from django.db import migrations, models

from datahub.api.writes import triggers
from datahub.ledger import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Spend',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('request', models.CharField(max_length=200, unique=True)),
                ('number', models.BigIntegerField(null=True, unique=True)),
                ('state', models.CharField(choices=[('reserved', 'reserved'), ('executing', 'executing'), ('committed', 'committed'), ('released', 'released')], default=datahub.ledger.rules.State['RESERVED'], max_length=10)),
                ('actor', models.CharField(max_length=97)),
                ('operation', models.CharField(max_length=64)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('purpose', models.CharField(blank=True, max_length=40)),
                ('fence', models.BigIntegerField(null=True)),
                ('rho', datahub.ledger.fields.AmountField()),
                ('delta', datahub.ledger.fields.AmountField()),
                ('epsilon', datahub.ledger.fields.AmountField(null=True)),
                ('reserved_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(max_length=97)),
                ('people', models.CharField(max_length=97)),
                ('unit', models.CharField(default='person', max_length=32)),
                ('cap_rho', datahub.ledger.fields.AmountField(null=True)),
                ('cap_delta', datahub.ledger.fields.AmountField(null=True)),
                ('cap_epsilon', datahub.ledger.fields.AmountField(null=True)),
                ('reserved_rho', datahub.ledger.fields.AmountField(default=0)),
                ('reserved_delta', datahub.ledger.fields.AmountField(default=0)),
                ('reserved_epsilon', datahub.ledger.fields.AmountField(default=0)),
                ('spent_rho', datahub.ledger.fields.AmountField(default=0)),
                ('spent_delta', datahub.ledger.fields.AmountField(default=0)),
                ('spent_epsilon', datahub.ledger.fields.AmountField(default=0)),
                ('pure', models.BooleanField(default=True)),
            ],
            options={
                'indexes': [models.Index(fields=['people'], name='ledger_account_people')],
                'constraints': [models.UniqueConstraint(fields=('ref', 'people'), name='ledger_one_account'), models.CheckConstraint(condition=models.Q(models.Q(('ref', models.F('people')), _negated=True), models.Q(('cap_delta__isnull', False), ('cap_rho__isnull', False)), _connector='OR'), name='ledger_people_have_a_limit'), models.CheckConstraint(condition=models.Q(('cap_epsilon__isnull', True), ('pure', True), _connector='OR'), name='ledger_pure_where_promised'), models.CheckConstraint(condition=models.Q(('reserved_rho__gte', 0), ('spent_rho__gte', 0), models.Q(('cap_rho__isnull', True), ('cap_rho__gte', django.db.models.expressions.CombinedExpression(models.F('reserved_rho'), '+', models.F('spent_rho'))), _connector='OR')), name='ledger_rho_within_cap'), models.CheckConstraint(condition=models.Q(('reserved_delta__gte', 0), ('spent_delta__gte', 0), models.Q(('cap_delta__isnull', True), ('cap_delta__gte', django.db.models.expressions.CombinedExpression(models.F('reserved_delta'), '+', models.F('spent_delta'))), _connector='OR')), name='ledger_delta_within_cap'), models.CheckConstraint(condition=models.Q(('reserved_epsilon__gte', 0), ('spent_epsilon__gte', 0), models.Q(('cap_epsilon__isnull', True), ('cap_epsilon__gte', django.db.models.expressions.CombinedExpression(models.F('reserved_epsilon'), '+', models.F('spent_epsilon'))), _connector='OR')), name='ledger_epsilon_within_cap')],
            },
        ),
        migrations.CreateModel(
            name='Head',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('epoch', models.CharField(blank=True, max_length=36)),
                ('number', models.BigIntegerField(default=0)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='ledger_one_head')],
            },
        ),
        migrations.CreateModel(
            name='StoredAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plan_digest', models.CharField(max_length=64)),
                ('data_version', models.CharField(max_length=97)),
                ('body', models.JSONField()),
                ('stored_at', models.DateTimeField(auto_now_add=True)),
                ('spend', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='ledger.spend')),
            ],
        ),
        migrations.AddField(
            model_name='spend',
            name='served',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.storedanswer'),
        ),
        migrations.CreateModel(
            name='Unbounded',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('people', models.CharField(max_length=97)),
                ('actor', models.CharField(max_length=97)),
                ('operation', models.CharField(max_length=64)),
                ('reason', models.CharField(max_length=200)),
                ('number', models.BigIntegerField()),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name_plural': 'unbounded',
                'indexes': [models.Index(fields=['people'], name='ledger_unbounded_people')],
                'constraints': [models.UniqueConstraint(fields=('number', 'people'), name='ledger_unbounded_once_a_line')],
            },
        ),
        migrations.CreateModel(
            name='SpendLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rho', datahub.ledger.fields.AmountField()),
                ('delta', datahub.ledger.fields.AmountField()),
                ('epsilon', datahub.ledger.fields.AmountField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='ledger.account')),
                ('spend', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='ledger.spend')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('spend', 'account'), name='ledger_one_line_an_account')],
            },
        ),
        migrations.AddConstraint(
            model_name='storedanswer',
            constraint=models.UniqueConstraint(fields=('plan_digest', 'data_version'), name='ledger_one_answer_a_plan'),
        ),
        migrations.AddIndex(
            model_name='spend',
            index=models.Index(condition=models.Q(('state__in', ['reserved', 'executing'])), fields=['reserved_at'], name='ledger_open'),
        ),
        migrations.AddConstraint(
            model_name='spend',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('number__isnull', False), ('started_at__isnull', False), ('state__in', ['executing', 'committed'])), models.Q(('number__isnull', True), ('started_at__isnull', True), ('state__in', ['reserved', 'released'])), _connector='OR'), name='ledger_counted_from_start'),
        ),
        triggers.making(append_only.APPEND_ONLY, append_only.AS_BEFORE),
    ]
