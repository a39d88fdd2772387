"""Routes of analyses, below /api/v1/."""

from django.urls import path

from datahub.analyses.anonymise import views
from datahub.analyses.synthesise.views import plans, syntheses
from datahub.analyses.synthesise.views.measured_reports import MeasuredReportsView
from datahub.analyses.synthesise.views.releases import ReleaseOfRowsView

urlpatterns = [
    path("datasets/<uuid:id>/anonymisations/", views.AnonymisationListView.as_view()),
    path("anonymisations/<uuid:id>/", views.AnonymisationView.as_view()),
    path("anonymisations/<uuid:id>/rows/", views.RowsOfCandidatesView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/counts/", views.CountsView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/counts/levels/", views.CountedLevelsView.as_view()),
    path("anonymisations/<uuid:id>/releases/", views.ReleaseOfCandidateView.as_view()),
    path("datasets/<uuid:id>/syntheses/", syntheses.SynthesisListView.as_view()),
    path("datasets/<uuid:id>/syntheses/engines/", plans.EnginesView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/syntheses/columns/", plans.SynthesisColumnsView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/syntheses/keys/", plans.KeysView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/syntheses/forecasts/", plans.ForecastsView.as_view()),
    path("syntheses/<uuid:id>/", syntheses.SynthesisView.as_view()),
    path("syntheses/<uuid:id>/rows/", syntheses.SyntheticRowsView.as_view()),
    path("syntheses/<uuid:id>/file/", syntheses.SyntheticFileView.as_view()),
    path("syntheses/<uuid:id>/measured-reports/", MeasuredReportsView.as_view()),
    path("syntheses/<uuid:id>/releases/", ReleaseOfRowsView.as_view()),
]
