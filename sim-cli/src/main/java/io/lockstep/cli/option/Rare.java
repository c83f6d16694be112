// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an option that {@code --help} hides and {@code --help-all} shows. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Rare {
  /** The only command whose {@code --help-all} shows the option; empty for all that take it. */
  String only() default "";
}
