"""Routes of releases, below /api/v1/."""

from django.urls import path

from datahub.releases.views import given, releases

urlpatterns = [
    path("releases/", releases.ReleaseListView.as_view()),
    path("releases/<uuid:id>/", releases.ReleaseView.as_view()),
    path("releases/<uuid:id>/report/", releases.ReportView.as_view()),
    path("releases/<uuid:id>/rows/", releases.RowsView.as_view()),
    path("releases/<uuid:id>/file/", releases.FileView.as_view()),
    path("releases/<uuid:id>/card/", releases.CardView.as_view()),
    path("releases/<uuid:id>/withdrawal/", releases.WithdrawalView.as_view()),
    path("releases/<uuid:id>/verdict/", releases.VerdictView.as_view()),
    path("releases/<uuid:id>/recipients/", given.RecipientListView.as_view()),
    path("releases/<uuid:id>/recipients/<uuid:recipient_id>/", given.RecipientView.as_view()),
    path("releases/<uuid:id>/links/", given.LinkListView.as_view()),
    path("releases/<uuid:id>/links/<uuid:link_id>/", given.LinkView.as_view()),
    path("release-downloads/", given.DownloadView.as_view()),
    path("release-verifier/", releases.VerifierView.as_view()),
]
