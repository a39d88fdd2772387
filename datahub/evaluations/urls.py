"""Routes of evaluations, below /api/v1/."""

from django.urls import path

from datahub.evaluations import views

urlpatterns = [
    path("evaluations/", views.EvaluationListView.as_view()),
    path("evaluations/<uuid:id>/", views.EvaluationView.as_view()),
    path("evaluations/<uuid:id>/findings.csv", views.FileView.as_view()),
]
