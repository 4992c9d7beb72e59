"""What was measured of a submission on a GPU: a table's rows, and the roofline picture."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
