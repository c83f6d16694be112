package io.lockstep.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * A result could not be written: a full disk, a closed device, no permission. One line that names
 * the file and says why.
 *
 * <p>It is no fault of the input, so the command line exits with a code of its own, 6. A name that
 * can be no file's (a folder's, one in a folder that is not there) is an {@link InputException}.
 */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A target that the system refuses; the message gives its reason.
   *
   * @param target the file as the user named it
   * @param cause why it cannot be written
   */
  public OutputException(String target, IOException cause) {
    this(target, "cannot be written", cause);
  }

  /**
   * As above, saying otherwise what cannot be done.
   *
   * @param target what could not be written, as the user named it
   * @param what what cannot be done
   * @param cause what the operating system said
   */
  public OutputException(String target, String what, IOException cause) {
    super(Printable.of(target + ": " + what + ": " + reason(cause)), cause);
  }

  /**
   * {@return what went wrong, without the path that some exceptions have for a message}
   *
   * @param e what the operating system said
   */
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
