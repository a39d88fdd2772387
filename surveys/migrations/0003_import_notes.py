from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("surveys", "0002_weighted_results")]

    operations = [
        migrations.AddField(model_name="survey", name="import_notes", field=models.JSONField(default=list)),
    ]
