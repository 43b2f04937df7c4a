"""Settings are named, or refused: a mistyped one would be a memory that is lost."""

import pytest

from rootmem import InvalidInput, Memory


@pytest.mark.parametrize(("name", "said"), [("dbs", "'db'"), ("colour", "there are db, ")])
def test_a_name_that_is_no_setting_is_refused(name: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Memory(**{name: "x"})
