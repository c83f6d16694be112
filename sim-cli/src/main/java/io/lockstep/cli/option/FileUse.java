package io.lockstep.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what a command does with the file or folder that an option names. Every option that takes
 * one has it, so that a test finds all that are written.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FileUse {
  /** What is done. */
  enum Kind {
    READ,
    WRITE_FILE,
    WRITE_FOLDER
  }

  /** What is done with it. */
  Kind value();
}
