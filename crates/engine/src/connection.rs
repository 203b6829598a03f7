//! A conversation with a running engine, in which nobody waits for ever.

use std::io::{BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{io, iter};

use flipside_ai::Stop;

use crate::lines::{LineError, is_comment, read_line};
use crate::process::Process;

/// How often a wait looks whether it was asked to stop.
const POLL: Duration = Duration::from_millis(50);

/// The lines of an engine that wait to be heard; one that says more than it is asked for is made to
/// wait, and takes no memory.
const QUEUE: usize = 4;

/// How long an engine has to end after `quit`, or after it has closed its output.
const PATIENCE: Duration = Duration::from_millis(500);

/// A running engine.
#[derive(Debug)]
pub struct Connection {
    process: Process,
    /// To the thread that writes; `None` once the engine was told to quit.
    says: Option<Sender<String>>,
    heard: Receiver<Result<String, LineError>>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Silence {
    /// We were asked to stop.
    Stopped,
    /// The time has passed.
    Late,
    /// The engine has ended or closed its output.
    Ended,
    /// What came is no line.
    Bad(LineError),
}

impl Connection {
    /// Starts an engine.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (process, input, output) = Process::start(words)?;
        // Reading and writing may block for as long as the engine likes, so threads of their own
        // do it. They end with the pipes, that is with the process.
        let (says, to_say) = channel();
        let (hears, heard) = sync_channel(QUEUE);
        thread::Builder::new()
            .name("engine input".to_string())
            .spawn(move || write_lines(input, &to_say))?;
        thread::Builder::new()
            .name("engine output".to_string())
            .spawn(move || read_lines(output, &hears))?;
        Ok(Self {
            process,
            says: Some(says),
            heard,
        })
    }

    /// Says a line. If the engine is no longer there, that is noticed when an answer is due.
    pub fn say(&self, line: &str) {
        if let Some(says) = &self.says {
            let _ = says.send(format!("{line}\n"));
        }
    }

    /// The next line of the engine, which has so much `time` for it.
    pub fn hear(&self, time: Duration, stop: &Stop) -> Result<String, Silence> {
        let start = Instant::now();
        loop {
            let left = time.saturating_sub(start.elapsed());
            match self.heard.recv_timeout(left.min(POLL)) {
                Ok(Ok(line)) if !is_comment(&line) => return Ok(line),
                Ok(Err(error)) => return Err(Silence::Bad(error)),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_requested() {
                return Err(Silence::Stopped);
            }
            if left.is_zero() {
                return Err(Silence::Late);
            }
        }
    }

    /// A line that the engine has said though nothing was asked.
    pub fn unasked(&self) -> Option<Result<String, LineError>> {
        iter::from_fn(|| self.heard.try_recv().ok())
            .find(|heard| !heard.as_ref().is_ok_and(|line| is_comment(line)))
    }

    /// How the engine has ended, after [`Silence::Ended`]; `None` if it is still there.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.says = None;
        self.process.end(PATIENCE)
    }

    /// Ends the engine at once.
    pub fn kill(&mut self) {
        self.process.end(Duration::ZERO);
    }
}

impl Drop for Connection {
    /// Tells the engine to quit and gives it a moment to do so.
    fn drop(&mut self) {
        self.say("quit");
        self.says = None;
        self.process.end(PATIENCE);
    }
}

/// Writes until there is nothing more to come, or nobody reads.
fn write_lines(mut input: ChildStdin, to_say: &Receiver<String>) {
    for line in to_say {
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads until the end, the first thing that is no line, or nobody listens.
fn read_lines(output: ChildStdout, hears: &SyncSender<Result<String, LineError>>) {
    let mut output = BufReader::new(output);
    while let Some(heard) = read_line(&mut output).transpose() {
        let is_bad = heard.is_err();
        if hears.send(heard).is_err() || is_bad {
            return;
        }
    }
}
