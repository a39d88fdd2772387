"""/reports/withdrawals: whoever sent a report takes it back."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from surveys.reports.serializers import WithdrawalSerializer, WithdrawalTakenSerializer
from surveys.reports.withdraw import withdraw


class WithdrawalView(APIView):
    public = "Whoever holds a receipt may take its report back."
    authentication_classes = ()

    @extend_schema(request=WithdrawalSerializer, responses={202: WithdrawalTakenSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """The answer is the same whether or not the report was there, or its batch was still open."""
        asked = WithdrawalSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        withdraw(version_hash=asked.validated_data["version"], receipt=bytes.fromhex(asked.validated_data["receipt"]))
        return Response({"state": "noted"}, status=202)
