package io.lockstep.fuzz;

import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.spi.RefusalException;
import java.util.regex.Pattern;

/**
 * What every reader promises: a result, or one line that begins with its position. Any other
 * exception, and an error of the machine, passes through and is a finding.
 */
final class Contract {
  private static final int LONGEST = 5000; // names of all figures of a family

  private Contract() {}

  /** What is read. */
  interface Reading {
    void run() throws Exception;
  }

  /**
   * Reads.
   *
   * @param position what a message must begin with
   * @return whether it gave a result
   */
  static boolean holds(Pattern position, Reading reading) {
    try {
      reading.run();
      return true;
    } catch (InputException | ExecutionException e) {
      String message = e.getMessage();
      if (!position.matcher(message).lookingAt()) {
        throw new AssertionError("a message without its position: " + message, e);
      }
      checkLine(message, e);
      return false;
    } catch (RefusalException e) {
      checkLine(e.getMessage(), e);
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("an exception that is no message: " + e, e);
    }
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
