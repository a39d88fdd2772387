"""/reports/withdrawals: takes back a report for whoever sent it."""

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
        serializer = WithdrawalSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        withdraw(
            version_hash=serializer.validated_data["version"],
            receipt=bytes.fromhex(serializer.validated_data["receipt"]),
        )
        return Response({"state": "noted"}, status=202)
