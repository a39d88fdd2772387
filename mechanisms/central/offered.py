"""The list holds every mechanism of a curator, one line each. Mechanisms that are only taught come last, and never
release anything."""

from mechanisms.central.central_mechanism import CentralMechanism
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.central.gaussian import GaussianMechanism
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.grid_laplace import GridLaplace
from mechanisms.central.permute_and_flip import PermuteAndFlip
from mechanisms.central.staircase import StaircaseMechanism
from mechanisms.central.vector_mechanism import VectorMechanism
from mechanisms.central.wishart import WishartMechanism

CENTRAL: tuple[type[CentralMechanism], ...] = (
    GeometricMechanism,
    GridLaplace,
    DiscreteGaussian,
    GaussianMechanism,
    StaircaseMechanism,
    VectorMechanism,
    ExponentialMechanism,
    PermuteAndFlip,
    WishartMechanism,
)
