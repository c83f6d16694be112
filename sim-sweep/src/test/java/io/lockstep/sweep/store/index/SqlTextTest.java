// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "  SELECT 1;",
        "-- why\nselect 1; -- done",
        "/* why */ with a as (select 1) select * from a; /* done",
        "values (1)",
        "explain query plan select 1",
        "select ';' || \"a;b\" || `c;d` || [e;f]",
        "select 'it''s; here'",
        "select 1 -- ; select 2",
        "select 1 /* ; select 2 */ + 1",
        "select 'not ended; "
      })
  @DisplayName("one statement that reads is a query, whatever its comments and texts contain")
  void oneStatementThatReadsIsAQuery(String sql) {
    assertThatCode(() -> SqlText.check(sql)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "select 1; select 2, 9",
    "'select '';''; delete', 11",
    "select 1;;, 9",
    "'select 1 -- ;\n; drop', 15",
  })
  @DisplayName("whatever follows a semicolon is refused, with the semicolon's place from 1")
  void aSecondStatementIsRefused(String sql, int place) {
    assertThatThrownBy(() -> SqlText.check(sql))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "more than one statement: something follows the semicolon at " + place);
  }

  @ParameterizedTest
  @CsvSource({
    "delete from results, delete",
    "Pragma x, pragma",
    "--select\\nupdate, update",
    "'', something else",
    "(select 1), something else",
    "selects 1, selects"
  })
  @DisplayName("a statement that may write is refused by its first word")
  void aStatementThatMayWriteIsRefused(String sql, String found) {
    assertThatThrownBy(() -> SqlText.check(sql.replace("\\n", "\n")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "expected select, with, values or explain, found " + found + "; it only reads");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      value = {
        "select \"a\" | select `a`",
        "select \"a\"\"b\" | select `a\"b`",
        "select \"a`b\" | select `a``b`",
        "select 'a\"b' | select 'a\"b'",
        "select 'it''s \"x\"', \"y\" | select 'it''s \"x\"', `y`",
        "select [\"a\"], `\"b\"` | select [\"a\"], `\"b\"`",
        "select/* \"a\" */1 | select 1",
        "select \"open | select \"open",
        "select \"\" | select ``"
      })
  @DisplayName("names in double quotes get backquotes; texts and other names stay as they are")
  void namesGetBackquotes(String sql, String strict) {
    assertThat(SqlText.strict(sql)).isEqualTo(strict);
  }

  @Test
  @DisplayName("blanks and comments become one blank, so that words stay apart")
  void wordsStayApart() {
    assertThat(SqlText.strict("select  1--one\n+/*two*/2")).isEqualTo("select 1 + 2");
  }
}
