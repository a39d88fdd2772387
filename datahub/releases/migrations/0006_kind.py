from django.db import migrations, models


class Migration(migrations.Migration):
    """All that were released before were anonymised."""

    dependencies = [
        ('releases', '0005_compared_with'),
    ]

    operations = [
        migrations.AddField(
            model_name='release',
            name='kind',
            field=models.CharField(
                choices=[('anonymised', 'Anonymised'), ('synthetic', 'Synthetic')], default='anonymised', max_length=10
            ),
            preserve_default=False,
        ),
    ]
