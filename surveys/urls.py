"""The routes of surveys are below /api/v1/, and the respondent page."""

from django.urls import path

from surveys.drafts import views as drafts
from surveys.intake import views as intake
from surveys.planning import views as planning
from surveys.publishing import checker
from surveys.publishing import pages as page_views
from surveys.publishing import views as publishing
from surveys.reports import views as reports
from surveys.results import report_views
from surveys.results import views as results
from surveys.results.crosstabs import views as crosstabs
from surveys.results.model import views as model
from surveys.results.synthetic_rows import views as synthetic_rows
from surveys.results.weighting import views as weighting
from surveys.running import views as running

urlpatterns = [
    path("surveys/", running.SurveyListView.as_view()),
    path("surveys/<uuid:id>/", drafts.SurveyView.as_view()),
    path("surveys/import/", drafts.ImportView.as_view()),
    path("surveys/import/surveyjs/", drafts.SurveyJSView.as_view()),
    path("surveys/import/form/", drafts.FormView.as_view()),
    path("surveys/<uuid:id>/draft.json", drafts.DraftFileView.as_view()),
    path("surveys/<uuid:id>/form/", drafts.DraftFormView.as_view()),
    path("surveys/<uuid:id>/import-notes/", drafts.ImportNotesView.as_view()),
    path("surveys/<uuid:id>/import-notes/<int:number>/", drafts.ImportNoteView.as_view()),
    path("schemas/draft.json", drafts.DraftSchemaView.as_view()),
    path("surveys/<uuid:id>/plan/", planning.PlanView.as_view()),
    path("surveys/<uuid:id>/plan/rehearsal/", planning.RehearsalView.as_view()),
    path("surveys/<uuid:id>/preview/", publishing.PreviewView.as_view()),
    path("surveys/<uuid:id>/versions/", publishing.VersionListView.as_view()),
    path("surveys/<uuid:id>/versions/<int:number>/", running.VersionView.as_view()),
    path("surveys/<uuid:id>/versions/<int:number>/pause/", running.PauseView.as_view()),
    path("surveys/<uuid:id>/versions/<int:first>/diff/<int:second>/", publishing.DiffView.as_view()),
    path("surveys/<uuid:id>/link.svg", running.LinkPictureView.as_view()),
    path("surveys/<uuid:id>/deletion/", running.DeletionView.as_view()),
    path("deletions/<uuid:id>/", running.RecordView.as_view()),
    path("surveys/<uuid:id>/archive/", running.ArchiveView.as_view()),
    path("surveys/<uuid:id>/results/", results.ResultsView.as_view()),
    path("surveys/<uuid:id>/results/compare/", results.CompareView.as_view()),
    path("surveys/<uuid:id>/results/crosstabs/", crosstabs.CrossTabsView.as_view()),
    path("surveys/<uuid:id>/results/export/", results.ExportView.as_view()),
    path("surveys/<uuid:id>/results/model/", model.ModelView.as_view()),
    path("surveys/<uuid:id>/results/report/", report_views.ReportView.as_view()),
    path("surveys/<uuid:id>/results/synthetic-rows/", synthetic_rows.SyntheticRowsView.as_view()),
    path("surveys/<uuid:id>/results/synthetic-rows/file/", synthetic_rows.SyntheticRowsFileView.as_view()),
    path("surveys/<uuid:id>/results/steps/", results.StepsView.as_view()),
    path("surveys/<uuid:id>/results/weighted/", weighting.WeightedView.as_view()),
    path("versions/<str:hash>/", publishing.VersionByHashView.as_view()),
    path("links/<str:slug>/", publishing.LinkView.as_view()),
    path("reports/", intake.ReportView.as_view()),
    path("reports/test/", intake.TestReportView.as_view()),
    path("reports/bulk/", intake.BulkView.as_view()),
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
