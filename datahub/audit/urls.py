from django.urls import path

from datahub.audit import views

urlpatterns = [
    path("audit/", views.AuditList.as_view()),
    path("audit/verification/", views.VerificationView.as_view()),
]
