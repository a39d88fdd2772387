from django.urls import path

from datahub.api import views

urlpatterns = [
    path("schema/", views.Schema.as_view()),
    path("mechanisms/", views.Mechanisms.as_view()),
    path("platform-key/", views.PlatformKey.as_view()),
    path("health/live/", views.Live.as_view()),
    path("health/ready/", views.Ready.as_view()),
]
