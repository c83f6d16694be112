package io.lockstep.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how a command uses the file or folder of an option, so that a test finds all output
 * files.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FileUse {
  enum Kind {
    READ,
    WRITE_FILE,
    WRITE_FOLDER
  }

  Kind value();
}
