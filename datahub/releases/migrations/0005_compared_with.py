from django.db import migrations, models


class Migration(migrations.Migration):
    """Of releases from before, nobody knows which data set it was: their counts are shown to nobody."""

    dependencies = [
        ('releases', '0004_population'),
    ]

    operations = [
        migrations.AddField(
            model_name='release',
            name='compared_with',
            field=models.CharField(blank=True, default='', max_length=97),
            preserve_default=False,
        ),
    ]
