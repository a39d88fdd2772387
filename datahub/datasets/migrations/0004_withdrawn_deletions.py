from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0003_first_is_the_original")]
    operations = [
        migrations.AddField(
            model_name="destruction",
            name="asked_by",
            field=models.CharField(blank=True, default="", max_length=97),
            preserve_default=False,
        ),
        migrations.AddField(model_name="destruction", name="begun_at", field=models.DateTimeField(null=True)),
    ]
