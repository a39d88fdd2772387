"""Routes of analyses, below /api/v1/."""

from django.urls import path

from datahub.analyses.views import anonymisations as views
from datahub.analyses.views import appraisals, joined, joined_appraisals, syntheses
from datahub.analyses.views.rows_released import ReleaseOfRowsView

urlpatterns = [
    path("datasets/<uuid:id>/anonymisations/", views.AnonymisationListView.as_view()),
    path("anonymisations/<uuid:id>/", views.AnonymisationView.as_view()),
    path("anonymisations/<uuid:id>/rows/", views.RowsOfCandidatesView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/counts/", views.CountsView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/counts/levels/", views.CountedLevelsView.as_view()),
    path("anonymisations/<uuid:id>/releases/", views.ReleaseOfCandidateView.as_view()),
    path("datasets/<uuid:id>/syntheses/", syntheses.SynthesisListView.as_view()),
    path("datasets/<uuid:id>/syntheses/engines/", syntheses.EnginesView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/syntheses/columns/", syntheses.SynthesisColumnsView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/syntheses/forecasts/", syntheses.ForecastsView.as_view()),
    path("syntheses/<uuid:id>/", syntheses.SynthesisView.as_view()),
    path("syntheses/<uuid:id>/rows/", syntheses.SyntheticRowsView.as_view()),
    path("syntheses/<uuid:id>/file/", syntheses.SyntheticFileView.as_view()),
    path("syntheses/<uuid:id>/appraisals/", appraisals.AppraisalsView.as_view()),
    path("syntheses/<uuid:id>/releases/", ReleaseOfRowsView.as_view()),
    path("datasets/<uuid:id>/joined-syntheses/", joined.JoinedSynthesisListView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/joined-syntheses/keys/", joined.KeysView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/joined-syntheses/forecasts/", joined.JoinedForecastsView.as_view()),
    path("joined-syntheses/<uuid:id>/", joined.JoinedSynthesisView.as_view()),
    path("joined-syntheses/<uuid:id>/rows/", joined.RowsOfTwoView.as_view()),
    path("joined-syntheses/<uuid:id>/file/", joined.ArchiveOfTwoView.as_view()),
    path("joined-syntheses/<uuid:id>/appraisals/", joined_appraisals.JoinedAppraisalsView.as_view()),
]
