"""Routes of analyses, below /api/v1/."""

from django.urls import path

from datahub.analyses import views

urlpatterns = [
    path("datasets/<uuid:id>/anonymisations/", views.AnonymisationListView.as_view()),
    path("anonymisations/<uuid:id>/", views.AnonymisationView.as_view()),
    path("anonymisations/<uuid:id>/rows/", views.RowsOfCandidatesView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/counts/", views.CountsView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/counts/levels/", views.CountedLevelsView.as_view()),
    path("anonymisations/<uuid:id>/releases/", views.ReleaseOfCandidateView.as_view()),
]
