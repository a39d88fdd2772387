"""Routes of data sets and of requests for them, below /api/v1/."""

from django.urls import path

from datahub.datasets.views import datasets, deletion, previews, requests, uploads

urlpatterns = [
    path("datasets/", datasets.DataSetListView.as_view()),
    path("datasets/<uuid:id>/", datasets.DataSetView.as_view()),
    path("datasets/<uuid:id>/codebook/", datasets.CodebookView.as_view()),
    path("datasets/<uuid:id>/mock/", datasets.MockView.as_view()),
    path("datasets/<uuid:id>/uploads/", uploads.UploadListView.as_view()),
    path("datasets/<uuid:id>/uploads/<uuid:upload_id>/", uploads.UploadView.as_view()),
    path("datasets/<uuid:id>/uploads/<uuid:upload_id>/<int:number>/", uploads.PieceView.as_view()),
    path("datasets/<uuid:id>/versions/", uploads.FileVersionListView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/", uploads.FileVersionView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/cells/", uploads.CellsView.as_view()),
    path("datasets/<uuid:id>/versions/<int:number>/leakage/", previews.LeakageView.as_view()),
    path("datasets/<uuid:id>/loaded-versions/", datasets.LoadedVersionListView.as_view()),
    path("datasets/<uuid:id>/deletion/", deletion.DestructionView.as_view()),
    path("dataset-deletions/<uuid:id>/", deletion.DestructionRecordView.as_view()),
    path("access-requests/", requests.AccessRequestListView.as_view()),
    path("access-requests/<uuid:id>/", requests.AccessRequestView.as_view()),
    path("access-requests/<uuid:id>/decision/", requests.DecisionView.as_view()),
]
