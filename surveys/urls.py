"""Routes of surveys: below /api/v1/, and the respondent page."""

from django.urls import path

from surveys.views import (
    checker,
    deletion,
    moving,
    planning,
    published,
    reports,
    results,
    running,
    seeing,
    surveys,
    synthetic_rows,
)
from surveys.views import pages as page_views

urlpatterns = [
    path("surveys/", surveys.SurveyListView.as_view()),
    path("surveys/<uuid:id>/", surveys.SurveyView.as_view()),
    path("surveys/import/", moving.ImportView.as_view()),
    path("surveys/import/surveyjs/", moving.SurveyJSView.as_view()),
    path("surveys/<uuid:id>/draft.json", moving.DraftFileView.as_view()),
    path("schemas/draft.json", moving.DraftSchemaView.as_view()),
    path("surveys/<uuid:id>/plan/", planning.PlanView.as_view()),
    path("surveys/<uuid:id>/plan/rehearsal/", planning.RehearsalView.as_view()),
    path("surveys/<uuid:id>/preview/", surveys.PreviewView.as_view()),
    path("surveys/<uuid:id>/versions/", surveys.VersionListView.as_view()),
    path("surveys/<uuid:id>/versions/<int:number>/", surveys.VersionView.as_view()),
    path("surveys/<uuid:id>/versions/<int:number>/pause/", running.PauseView.as_view()),
    path("surveys/<uuid:id>/versions/<int:first>/diff/<int:second>/", running.DiffView.as_view()),
    path("surveys/<uuid:id>/link.svg", running.LinkPictureView.as_view()),
    path("surveys/<uuid:id>/deletion/", deletion.DeletionView.as_view()),
    path("deletions/<uuid:id>/", deletion.RecordView.as_view()),
    path("surveys/<uuid:id>/archive/", running.ArchiveView.as_view()),
    path("surveys/<uuid:id>/results/", results.ResultsView.as_view()),
    path("surveys/<uuid:id>/results/compare/", seeing.CompareView.as_view()),
    path("surveys/<uuid:id>/results/crosstabs/", seeing.CrossTabsView.as_view()),
    path("surveys/<uuid:id>/results/export/", results.ExportView.as_view()),
    path("surveys/<uuid:id>/results/model/", seeing.ModelView.as_view()),
    path("surveys/<uuid:id>/results/report/", seeing.ReportView.as_view()),
    path("surveys/<uuid:id>/results/synthetic-rows/", synthetic_rows.SyntheticRowsView.as_view()),
    path("surveys/<uuid:id>/results/synthetic-rows/file/", synthetic_rows.SyntheticRowsFileView.as_view()),
    path("surveys/<uuid:id>/results/steps/", results.StepsView.as_view()),
    path("versions/<str:hash>/", published.VersionByHashView.as_view()),
    path("links/<str:slug>/", published.LinkView.as_view()),
    path("reports/", reports.ReportView.as_view()),
    path("reports/test/", reports.TestReportView.as_view()),
    path("reports/bulk/", reports.BulkView.as_view()),
    path("reports/withdrawals/", reports.WithdrawalView.as_view()),
]
pages = [
    path("check/", checker.check),
    path("check/datahub-check.html", checker.download),
    path("s/<str:slug>/", page_views.respond),
    path("s/<str:slug>/<path:name>", page_views.respond),
    path("preview/<uuid:id>/", page_views.preview),
    path("preview/<uuid:id>/<path:name>", page_views.preview),
]
