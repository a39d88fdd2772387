"""This view tells where mail lies that leaves no machine."""

from django.conf import settings
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField
from rest_framework.views import APIView

from datahub.accounts.views.sign_in import is_local

MAIL_FOLDER = inline_serializer("MailFolder", {"folder": CharField()})


class MailFolderView(APIView):
    public = "who signs up on the computer that runs DataHub must find the code; nobody else is told a folder"
    authentication_classes = ()

    @extend_schema(operation_id="mail_folder", responses=MAIL_FOLDER)
    def get(self, request: Request) -> Response:
        """Returns the folder into which DataHub writes mail as files. It is empty where mail goes to a server, in the
        scaled form, and for a browser on another computer."""
        folder = getattr(settings, "EMAIL_FILE_PATH", None)
        is_told = settings.EMBEDDED and folder and is_local(request.META)
        return Response({"folder": str(folder) if is_told else ""})
