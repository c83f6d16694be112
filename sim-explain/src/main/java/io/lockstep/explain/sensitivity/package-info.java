/** How much time a kernel takes more or less where one figure of its device is another. */
package io.lockstep.explain.sensitivity;
