/** What Evergreen and Cayman share: the machine kernel, the device model, architectures. */
package io.lockstep.terascale;
