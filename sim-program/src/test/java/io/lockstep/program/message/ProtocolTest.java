// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProtocolTest {
  private static Map<String, Integer> header() throws Exception {
    try (InputStream in =
        Protocol.class.getResourceAsStream("/io/lockstep/program/native/protocol.h")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Matcher number = Pattern.compile("#define LS_(\\w+) (\\d+)").matcher(text);
      Map<String, Integer> found = new TreeMap<>();
      while (number.find()) {
        found.put(number.group(1), Integer.valueOf(number.group(2)));
      }
      return found;
    }
  }

  @Test
  void hasTheNumbersOfTheHeader() throws Exception {
    Map<String, Integer> header = header();
    for (Operation operation : Operation.values()) {
      assertThat(header).containsEntry(operation.name(), operation.code);
      assertThat(Operation.of(operation.code)).isSameAs(operation);
    }
    for (Protocol.Status status : Protocol.Status.values()) {
      assertThat(header).containsEntry(status.name(), status.ordinal());
    }
    for (Protocol.EventAction action : Protocol.EventAction.values()) {
      assertThat(header).containsEntry(action.name(), action.ordinal());
    }
    for (Field field : Protocol.class.getDeclaredFields()) {
      if (field.getType() == int.class && !field.getName().equals("STAGE_BYTES")) {
        assertThat(header).containsEntry(field.getName(), field.getInt(null));
      }
    }
  }
}
