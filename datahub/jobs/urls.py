from django.urls import path

from datahub.jobs.views import JobListView, JobView

urlpatterns = [
    path("jobs/", JobListView.as_view()),
    path("jobs/<uuid:job_id>/", JobView.as_view()),
]
