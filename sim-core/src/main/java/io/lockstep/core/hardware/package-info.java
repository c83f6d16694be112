/** Hardware parts that every device shares. */
package io.lockstep.core.hardware;
