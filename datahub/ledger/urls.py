"""Routes of the ledger, below /api/v1/."""

from django.urls import path

from datahub.ledger import views

urlpatterns = [
    path("budgets/", views.BudgetListView.as_view()),
    path("budgets/dataset:<uuid:id>/", views.BudgetOfDataSetView.as_view()),
    path("budgets/dataset:<uuid:id>/limits/", views.LimitsOfDataSetView.as_view()),
    path("budgets/dataset:<uuid:id>/uses/", views.UsesOfDataSetView.as_view()),
    path("budgets/lineage:<uuid:id>/", views.BudgetOfPeopleView.as_view()),
]
