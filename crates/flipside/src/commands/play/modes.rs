//! The modes of a terminal: while a line is edited, it neither shows what is typed nor makes signals
//! of keys. A program that is ended then has to bring them back.

/// Brings the terminal of standard input back to how it is now.
pub type Restore = Box<dyn Fn() + Send>;

/// How to come back to the modes of now; nothing where they are not ours to bring back.
#[cfg(unix)]
pub fn restore() -> Option<Restore> {
    use rustix::stdio::stdin;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let modes = tcgetattr(stdin()).ok()?;
    Some(Box::new(move || {
        // The program ends, whether this works or not.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &modes);
    }))
}

/// How to come back to the modes of now; nothing where they are not ours to bring back.
#[cfg(not(unix))]
pub fn restore() -> Option<Restore> {
    None
}
