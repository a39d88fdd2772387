"""Routes of policies, below /api/v1/."""

from django.urls import path

from datahub.policies.views import invitations, places, policies, roles, standing

urlpatterns = [
    path("roles/", roles.RoleListView.as_view()),
    path("roles/mine/", roles.MineView.as_view()),
    path("roles/explanation/", roles.ExplanationView.as_view()),
    path("roles/<int:id>/", roles.RoleView.as_view()),
    path("invitations/", invitations.InvitationListView.as_view()),
    path("invitations/acceptances/", invitations.AcceptanceView.as_view()),
    path("invitations/<uuid:invitation_id>/", invitations.InvitationView.as_view()),
    path("policies/", policies.PolicyView.as_view()),
    path("policies/versions/", policies.PolicyVersionListView.as_view()),
    path("policies/tests/", policies.PolicyTestView.as_view()),
    path("policies/explanations/", policies.PolicyExplanationView.as_view()),
    path("policies/watch/", policies.WatchView.as_view()),
    path("policies/alarms/<uuid:alarm_id>/", policies.AlarmView.as_view()),
    path("policies/places/", places.PlaceListView.as_view()),
    path("policies/places/<uuid:place_id>/", places.PlaceView.as_view()),
    path("policies/places/<uuid:place_id>/passed-on/", places.PassOnView.as_view()),
    path("policies/platform-roles/", standing.PlatformRoleListView.as_view()),
    path("policies/standing/<uuid:person_id>/", standing.StandingView.as_view()),
]
