from django.urls import path

from datahub.vault import views

urlpatterns = [path("log-heads/", views.LogHeadList.as_view())]
