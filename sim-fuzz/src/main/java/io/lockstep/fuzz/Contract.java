// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.spi.RefusalException;
import java.util.regex.Pattern;

/**
 * Checks the contract of every reader: reading ends with a result or a one-line message that begins
 * with a position. Any other exception or error is passed on as a finding.
 */
final class Contract {
  private static final int LONGEST = 5000; // a message may list all figures of a family

  private Contract() {}

  interface Reading {
    void run() throws Exception;
  }

  /**
   * Runs a reader and returns whether it gave a result. A message must begin with {@code position}.
   */
  static boolean holds(Pattern position, Reading reading) {
    try {
      reading.run();
      return true;
    } catch (InputException | ExecutionException e) {
      message(position, e.getMessage(), e);
      return false;
    } catch (RefusalException e) {
      checkLine(e.getMessage(), e);
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("an exception that is not a message: " + e, e);
    }
  }

  /**
   * Checks an error message, which must begin with {@code position}.
   *
   * @param cause its exception, or null
   */
  static void message(Pattern position, String message, Exception cause) {
    if (!position.matcher(message).lookingAt()) {
      throw new AssertionError("a message without its position: " + message, cause);
    }
    checkLine(message, cause);
  }

  private static void checkLine(String message, Exception cause) {
    if (message == null || message.isBlank() || message.length() > LONGEST) {
      throw new AssertionError("no message for people: " + message, cause);
    }
    if (message.chars().anyMatch(c -> Character.isISOControl(c))) {
      throw new AssertionError("control characters in a message: " + message, cause);
    }
  }
}
