"""These views replace those of allauth where DataHub's sign-in differs, and serve the link that signs in once."""

import json
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.headless.account import inputs as allauth_inputs
from allauth.headless.account import views as allauth_views
from allauth.headless.internal.restkit.response import ErrorResponse
from allauth.headless.mfa import views as allauth_mfa_views
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from datahub.accounts import second_factors, services
from datahub.accounts.errors import LinkRefused, LinkSpent
from datahub.accounts.models import Person

PROXY_HEADERS = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP")
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


class SignUpInput(allauth_inputs.SignupInput):  # type: ignore[misc]  # allauth has no types
    """Judges the password together with the address, for everybody: allauth judges it alone, and `services.register`
    would then refuse one that is like the address, and so tell that nobody is registered with that."""

    def clean(self) -> Any:
        cleaned = super().clean()
        if not self.errors:
            nobody = Person(email=cleaned["email"])
            try:
                get_adapter().clean_password(cleaned["password"], user=nobody)
            except ValidationError as refusal:
                self.add_error("password", refusal)
        return cleaned


class SignUpView(allauth_views.SignupView):  # type: ignore[misc]  # allauth has no types
    input_class = {"POST": SignUpInput}


class ResetPasswordInput(allauth_inputs.ResetPasswordInput):  # type: ignore[misc]  # allauth has no types
    """Judges the password only when the code is right: allauth judges it only for registered people, which tells who
    is."""

    def clean(self) -> Any:
        return self.cleaned_data if "key" in self.errors else super().clean()


class ResetPasswordView(allauth_views.ResetPasswordView):  # type: ignore[misc]  # allauth has no types
    """Resets a password by a code; allauth 65.21 fails with 500 on the GET of an address that nobody has, and so tells
    who is registered."""

    input_class = ResetPasswordInput

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.process.user is not None:
            answer: HttpResponse = super().get(request, *args, **kwargs)
            return answer
        never_right = allauth_inputs.ResetPasswordKeyInput(
            {"key": request.headers.get("X-Password-Reset-Key", "")}, code=""
        )
        never_right.is_valid()
        self.process.record_invalid_attempt()
        refusal: HttpResponse = ErrorResponse(request, input=never_right)
        return refusal


class CodesView(allauth_mfa_views.ManageTOTPView):  # type: ignore[misc]  # allauth has no types
    """Asks for the password before codes are set up, and not after the code has been typed.

    It also answers the picture to scan: the page may load no program that draws one.
    """

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        raise_if_reauthentication_required(request, app="allauth.mfa")
        answer: HttpResponse = super().get(request, *args, **kwargs)
        if answer.status_code != 404:
            return answer
        body = json.loads(answer.content)
        body["meta"]["totp_picture"] = second_factors.picture_of(body["meta"]["totp_url"])
        return JsonResponse(body, status=404)


class CodeView(allauth_mfa_views.AuthenticateView):  # type: ignore[misc]  # allauth has no types
    input_class = second_factors.CodeInput


class CodeAgainView(allauth_mfa_views.ReauthenticateView):  # type: ignore[misc]  # allauth has no types
    input_class = second_factors.CodeAgainInput


class PasskeysView(allauth_mfa_views.ManageWebAuthnView):  # type: ignore[misc]  # allauth has no types
    input_class = allauth_mfa_views.ManageWebAuthnView.input_class | {"POST": second_factors.NewPasskeyInput}


class PasskeyView(allauth_mfa_views.AuthenticateWebAuthnView):  # type: ignore[misc]  # allauth has no types
    input_class = {"POST": second_factors.PasskeyInput}


class PasskeyAgainView(allauth_mfa_views.ReauthenticateWebAuthnView):  # type: ignore[misc]  # allauth has no types
    input_class = {"POST": second_factors.PasskeyAgainInput}


class PasskeyAloneView(allauth_mfa_views.LoginWebAuthnView):  # type: ignore[misc]  # allauth has no types
    input_class = {"POST": second_factors.PasskeyAloneInput}


def not_offered(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django passes this argument
    """Answers 404 on routes of allauth that need a telephone or a sign-in by code, which DataHub does not offer."""
    raise Http404


@never_cache
@require_http_methods(["GET"])
def sign_in_once(request: HttpRequest, secret: str) -> HttpResponse:
    """Signs a person in by a link. Only a visit on this very machine spends the link; a look ahead by browser or mail
    program does not."""
    if "prefetch" in request.headers.get("Sec-Purpose", request.headers.get("Purpose", "")):
        return HttpResponse(status=503)  # a browser then loads the page again when it is really opened
    try:
        _check_local(request)
        person = services.spend_sign_in_link(secret=secret)
    except (LinkRefused, LinkSpent) as refusal:
        return render(request, "accounts/link_refused.html", {"detail": refusal.detail}, status=refusal.status)
    get_adapter().login(request, person)
    return HttpResponseRedirect("/")


def _check_local(request: HttpRequest) -> None:
    if not settings.EMBEDDED:
        raise LinkRefused("Links that sign in once exist in the embedded form only.")
    if not is_local(request.META):
        raise LinkRefused("This link works on the computer that runs DataHub only.")


def is_local(meta: Mapping[str, Any]) -> bool:
    """Returns whether a request comes from a browser on this very machine, and through no proxy. One without an address
    came through a socket file, which proxies use; one for a name of the network came through a proxy that names no
    client, or by a name that somebody else points at this machine."""
    address = meta.get("REMOTE_ADDR", "")
    through_proxy = settings.TRUSTED_PROXIES > 0 or any(header in meta for header in PROXY_HEADERS)
    host, _ = split_domain_port(meta.get("HTTP_HOST", ""))
    return bool(address) and not through_proxy and host in LOOPBACK_NAMES and ip_address(address).is_loopback
