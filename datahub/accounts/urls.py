"""The routes of accounts are below /api/v1/, and one page."""

from typing import Any

from django.urls import include, path
from rest_framework.views import APIView

from datahub.accounts.views import mail, me, organisations, sign_in, tokens

NOT_OFFERED = ("auth/phone/verify", "auth/phone/verify/resend", "account/phone", "auth/code/confirm")
AUTH = "auth/browser/v1/"
# These views replace those of allauth, which has no types; each docstring says why.
OURS: dict[str, Any] = {
    "auth/signup": sign_in.SignUpView,
    "auth/password/reset": sign_in.ResetPasswordView,
    "auth/2fa/authenticate": sign_in.CodeView,
    "auth/2fa/reauthenticate": sign_in.CodeAgainView,
    "auth/webauthn/authenticate": sign_in.PasskeyView,
    "auth/webauthn/reauthenticate": sign_in.PasskeyAgainView,
    "auth/webauthn/login": sign_in.PasskeyAloneView,
    "account/authenticators/totp": sign_in.CodesView,
    "account/authenticators/webauthn": sign_in.PasskeysView,
}

TEAM = "<uuid:id>/teams/<uuid:team_id>/"
ORGANISATIONS: dict[str, type[APIView]] = {
    "": organisations.OrganisationListView,
    "<uuid:id>/": organisations.OrganisationView,
    "<uuid:id>/membership/": organisations.MembershipView,
    "<uuid:id>/members/<uuid:person_id>/": organisations.MemberView,
    "<uuid:id>/teams/": organisations.TeamListView,
    TEAM: organisations.TeamView,
    f"{TEAM}people/": organisations.TeamPeopleView,
    f"{TEAM}people/<uuid:person_id>/": organisations.TeamPersonView,
}

urlpatterns = [
    path("me/", me.MeView.as_view(), name="me"),
    path("me/sessions/", me.SessionListView.as_view()),
    path("me/sessions/<uuid:session_id>/", me.SessionView.as_view()),
    path("mail-folder/", mail.MailFolderView.as_view()),
    path("tokens/", tokens.TokenListView.as_view(), name="tokens"),
    path("tokens/<uuid:token_id>/", tokens.TokenView.as_view(), name="token"),
    *(path(f"organisations/{tail}", view.as_view()) for tail, view in ORGANISATIONS.items()),
    *(path(AUTH + tail, sign_in.not_offered) for tail in NOT_OFFERED),
    *(path(AUTH + tail, view.as_api_view(client="browser")) for tail, view in OURS.items()),
    path("auth/", include("allauth.headless.urls")),
]
pages = [path("sign-in/once/<str:secret>/", sign_in.sign_in_once, name="sign-in-once")]
