// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Signals that a result could not be written, for example because of a full disk, a closed device
 * or missing permissions. The message is one line with the file and the reason.
 *
 * <p>The input is not at fault, so the command line exits with a separate code, 6. A name that
 * cannot be a file's name, because it is a folder or in a missing folder, is reported as an {@link
 * InputException}.
 */
public final class OutputException extends RuntimeException {
  /**
   * @param target the file as the user named it
   */
  public OutputException(String target, IOException cause) {
    this(target, "cannot be written", cause);
  }

  /**
   * @param target the file as the user named it
   * @param what the failed operation
   */
  public OutputException(String target, String what, IOException cause) {
    super(Printable.of(target + ": " + what + ": " + reason(cause)), cause);
  }

  /** {@return the reason of an exception, without the path that some exceptions have as message} */
  public static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    String said = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return said == null || said.isEmpty()
        ? e.getClass().getSimpleName()
        : Character.toLowerCase(said.charAt(0)) + said.substring(1);
  }
}
