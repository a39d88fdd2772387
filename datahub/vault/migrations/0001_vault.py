import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='LeftPlace',
            fields=[
                ('stored_as', models.CharField(max_length=24, primary_key=True, serialize=False)),
                ('ref', models.CharField(db_index=True, max_length=97)),
                ('store', models.CharField(max_length=8)),
                ('left_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='ShredRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(max_length=97, unique=True)),
                ('statement', models.JSONField()),
                ('signature', models.CharField(max_length=86)),
                ('public_key', models.CharField(max_length=43)),
            ],
        ),
        migrations.CreateModel(
            name='SignedHead',
            fields=[
                ('size', models.BigIntegerField(primary_key=True, serialize=False)),
                ('statement', models.JSONField()),
                ('signature', models.CharField(max_length=86)),
                ('public_key', models.CharField(max_length=43)),
            ],
        ),
        migrations.CreateModel(
            name='StoredDocument',
            fields=[
                ('pk', models.CompositePrimaryKey('collection', 'record', blank=True, editable=False, primary_key=True, serialize=False)),
                ('collection', models.CharField(max_length=32)),
                ('record', models.BinaryField()),
                ('version', models.BigIntegerField()),
                ('body', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='LogEnd',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('size', models.BigIntegerField(default=0)),
                ('roots', models.BinaryField(default=b'')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='vault_one_log_end')],
            },
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False)),
                ('ref', models.CharField(max_length=97)),
                ('collection', models.CharField(max_length=255)),
                ('content', models.JSONField()),
                ('signature', models.CharField(max_length=86)),
            ],
            options={
                'verbose_name_plural': 'log entries',
                'indexes': [models.Index(fields=['ref', 'collection', 'number'], name='vault_log_of_collection')],
            },
        ),
        migrations.CreateModel(
            name='Register',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(max_length=97)),
                ('collection', models.CharField(max_length=255)),
                ('count', models.BigIntegerField(default=0)),
                ('masked', models.BinaryField(null=True)),
                ('nonce', models.BinaryField(null=True)),
                ('plan', models.BinaryField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('ref', 'collection'), name='vault_one_register'), models.CheckConstraint(condition=models.Q(('count__gte', 0)), name='vault_count_is_none_or_more')],
            },
        ),
        migrations.CreateModel(
            name='RootKey',
            fields=[
                ('id', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('is_current', models.BooleanField(default=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('is_current',), name='vault_one_root')],
            },
        ),
        migrations.CreateModel(
            name='DataSetKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(max_length=97, unique=True)),
                ('wrapped', models.BinaryField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('destroyed_at', models.DateTimeField(null=True)),
                ('root', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='vault.rootkey')),
            ],
        ),
        migrations.CreateModel(
            name='SecureCollection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(max_length=97)),
                ('name', models.CharField(max_length=200)),
                ('stored_as', models.CharField(max_length=24)),
                ('store', models.CharField(max_length=8)),
                ('state', models.CharField(choices=[('empty', 'Empty'), ('loading', 'Loading'), ('open', 'Open')], default='empty', max_length=7)),
                ('plan', models.BinaryField()),
                ('plan_number', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('ref', 'name'), name='vault_one_collection_of_a_name'), models.UniqueConstraint(fields=('stored_as',), name='vault_one_place_of_a_collection')],
            },
        ),
        migrations.CreateModel(
            name='StoredToken',
            fields=[
                ('pk', models.CompositePrimaryKey('collection', 'name', 'token', 'record', blank=True, editable=False, primary_key=True, serialize=False)),
                ('collection', models.CharField(max_length=24)),
                ('name', models.CharField(max_length=24)),
                ('token', models.BinaryField()),
                ('record', models.BinaryField()),
            ],
            options={
                'indexes': [models.Index(fields=['collection', 'record'], name='vault_tokens_of_record')],
            },
        ),
        migrations.CreateModel(
            name='WrappedKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('collection', models.CharField(max_length=255)),
                ('field', models.CharField(max_length=255)),
                ('purpose', models.CharField(max_length=16)),
                ('number', models.PositiveIntegerField()),
                ('wrapped', models.BinaryField(null=True)),
                ('is_current', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('data_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fields', to='vault.datasetkey')),
            ],
        ),
        migrations.CreateModel(
            name='RegisteredRecord',
            fields=[
                ('pk', models.CompositePrimaryKey('register_id', 'record', blank=True, editable=False, primary_key=True, serialize=False)),
                ('record', models.BinaryField()),
                ('version', models.BigIntegerField(null=True)),
                ('tag', models.BinaryField(null=True)),
                ('next_version', models.BigIntegerField(null=True)),
                ('next_tag', models.BinaryField(null=True)),
                ('begun_at', models.DateTimeField(null=True)),
                ('register', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='vault.register')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('next_version__isnull', False)), fields=['register'], name='vault_records_begun')],
                'constraints': [models.CheckConstraint(condition=models.Q(('version__isnull', False), ('next_version__isnull', False), _connector='OR'), name='vault_written_or_begun'), models.CheckConstraint(condition=models.Q(('next_version__isnull', True), ('version__isnull', True), ('next_version', django.db.models.expressions.CombinedExpression(models.F('version'), '+', models.Value(1))), _connector='OR'), name='vault_next_follows')],
            },
        ),
        migrations.AddConstraint(
            model_name='datasetkey',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('destroyed_at__isnull', True), ('wrapped__isnull', False)), models.Q(('destroyed_at__isnull', False), ('wrapped__isnull', True)), _connector='OR'), name='vault_key_or_destroyed'),
        ),
        migrations.AddConstraint(
            model_name='wrappedkey',
            constraint=models.UniqueConstraint(fields=('data_set', 'collection', 'field', 'purpose', 'number'), name='vault_one_field_key'),
        ),
        migrations.AddConstraint(
            model_name='wrappedkey',
            constraint=models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('data_set', 'collection', 'field', 'purpose'), name='vault_one_current_field_key'),
        ),
        migrations.AddConstraint(
            model_name='wrappedkey',
            constraint=models.CheckConstraint(condition=models.Q(('is_current', False), ('wrapped__isnull', False), _connector='OR'), name='vault_current_key_is_there'),
        ),
    ]
