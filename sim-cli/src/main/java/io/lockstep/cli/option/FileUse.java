// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares how a command uses an option's file or folder. Read by a test of output files. */
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
