"""These selectors return people and tokens, always for a viewer."""

from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import F, QuerySet

from datahub.accounts.models import Person, Token
from datahub.accounts.second_factors import may_act_as_administrator

SORTS = ("-created_at", "created_at", "name", "-name")  # a list of tokens can have these orders


def tokens_of(viewer: Person, *, search: str = "") -> QuerySet[Token]:
    """Returns a viewer's own tokens, those that ended included."""
    tokens = Token.objects.filter(person=viewer)
    return tokens.filter(name__icontains=search) if search else tokens


def token_for(viewer: Person, token_id: UUID) -> Token | None:
    """Returns a token of the viewer by its id; an administrator may look at anybody's, to revoke it."""
    tokens = Token.objects.all() if may_act_as_administrator(viewer) else tokens_of(viewer)
    return tokens.filter(id=token_id).first()


def has_proven_address(person: Person) -> bool:
    return bool(EmailAddress.objects.filter(user=person, email=F("user__email"), verified=True).exists())
