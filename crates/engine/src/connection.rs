//! Line-based communication with an engine process. No call blocks forever.

use std::fmt::Display;
use std::io::{BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{io, iter};

use flipside_ai::Stop;

use crate::lines::{LineError, is_comment, read_line};
use crate::log::ProcessLog;
use crate::process::{End, Process};

/// How often a blocked call checks for a stop request.
const POLL: Duration = Duration::from_millis(50);

/// Capacity of the queue of received lines. When it is full, the engine's writes block
/// (backpressure), so a talkative engine uses no memory here.
const QUEUE: usize = 4;

/// How long output is read after the engine has exited, if another process keeps it open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// How long an engine has to exit after `quit`, or after it has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// An engine process with its pipes.
#[derive(Debug)]
pub struct Connection {
    process: Process,
    /// To the writer thread; `None` after `quit`.
    outgoing: Option<Sender<String>>,
    /// When `quit` was sent.
    quit: Option<Instant>,
    log: Option<ProcessLog>,
    /// From the reader thread.
    incoming: Receiver<Result<String, LineError>>,
}

/// Why no line was received.
#[derive(Debug)]
pub enum ReceiveError {
    /// A stop was requested.
    Stopped,
    /// The time limit has passed.
    Timeout,
    /// The engine has exited or closed its output.
    Closed,
    /// The engine sent a malformed line.
    Line(LineError),
}

impl Connection {
    /// Starts an engine.
    pub fn start(command: &[String], log: Option<ProcessLog>) -> io::Result<Self> {
        let event = |text: &dyn Display| log.iter().for_each(|log| log.event(text));
        event(&format_args!("start {}", command.join(" ")));
        let (process, input, output) =
            Process::start(command).inspect_err(|error| event(&error))?;
        // Reads and writes may block indefinitely, so each has its own thread. The threads end
        // when the pipes close, that is, when the process ends.
        let (outgoing, to_write) = channel();
        let (received, incoming) = sync_channel(QUEUE);
        thread::Builder::new()
            .name("engine input".to_string())
            .spawn(move || write_lines(input, &to_write))?;
        thread::Builder::new()
            .name("engine output".to_string())
            .spawn({
                let log = log.clone();
                move || read_lines(output, &received, log.as_ref())
            })?;
        Ok(Self {
            process,
            outgoing: Some(outgoing),
            quit: None,
            log,
            incoming,
        })
    }

    /// Sends a line. A closed pipe is not an error here; the next [`receive`](Self::receive)
    /// reports it.
    pub fn send(&self, line: &str) {
        if let Some(outgoing) = &self.outgoing {
            self.log.iter().for_each(|log| log.sent(line));
            let _ = outgoing.send(format!("{line}\n"));
        }
    }

    /// Waits up to `time` for the next line that is not a comment.
    pub fn receive(&mut self, time: Duration, stop: &Stop) -> Result<String, ReceiveError> {
        let start = Instant::now();
        let mut ended: Option<Instant> = None;
        loop {
            let left = time.saturating_sub(start.elapsed());
            match self.incoming.recv_timeout(left.min(POLL)) {
                Ok(Ok(line)) if !is_comment(&line) => return Ok(line),
                Ok(Err(error)) => return Err(ReceiveError::Line(error)),
                Err(RecvTimeoutError::Disconnected) => return Err(ReceiveError::Closed),
                // A child of the engine can keep its output open. Nothing has arrived since the
                // engine exited, so all that it wrote has been read.
                Err(RecvTimeoutError::Timeout) if ended.is_some() => {
                    return Err(ReceiveError::Closed);
                }
                Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_requested() {
                return Err(ReceiveError::Stopped);
            }
            match ended {
                // A child that writes comments without a pause does not hide the crash either.
                Some(ended) if ended.elapsed() >= DRAIN_TIMEOUT => {
                    return Err(ReceiveError::Closed);
                }
                None if self.process.has_ended() => ended = Some(Instant::now()),
                // A crash just before the time limit is a crash.
                None if left.is_zero() => return Err(ReceiveError::Timeout),
                Some(_) | None => {}
            }
        }
    }

    /// Returns a pending line that is not a comment, without waiting.
    pub fn pending(&self) -> Option<Result<String, LineError>> {
        iter::from_fn(|| self.incoming.try_recv().ok())
            .find(|received| !received.as_ref().is_ok_and(|line| is_comment(line)))
    }

    /// Returns the exit status after [`ReceiveError::Closed`]; `None` if the process did not exit
    /// by itself.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.outgoing = None;
        match self.end(EXIT_TIMEOUT) {
            End::Exited(status) => Some(status),
            End::Killed => None,
        }
    }

    /// Waits for the engine to exit, then kills it.
    fn end(&mut self, timeout: Duration) -> End {
        let is_news = !self.process.is_reaped();
        let end = self.process.end(timeout);
        if let Some(log) = self.log.as_ref().filter(|_| is_news) {
            log.event(end);
        }
        end
    }

    /// Sends `quit` and closes the engine's input.
    pub fn quit(&mut self) {
        if self.quit.is_none() {
            self.send("quit");
            self.outgoing = None;
            self.quit = Some(Instant::now());
        }
    }

    /// Kills the engine immediately.
    pub fn kill(&mut self) {
        self.end(Duration::ZERO);
    }
}

impl Drop for Connection {
    /// Sends `quit`, unless it was sent, and waits briefly for the engine to exit before killing it.
    fn drop(&mut self) {
        self.quit();
        let since = self.quit.map_or(Duration::ZERO, |quit| quit.elapsed());
        self.end(EXIT_TIMEOUT.saturating_sub(since));
    }
}

/// Writes lines until the channel or the pipe is closed.
fn write_lines(mut input: ChildStdin, to_write: &Receiver<String>) {
    for line in to_write {
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until the end of the output, the first malformed line, or a closed channel.
fn read_lines(
    output: ChildStdout,
    received: &SyncSender<Result<String, LineError>>,
    log: Option<&ProcessLog>,
) {
    let mut output = BufReader::new(output);
    while let Some(line) = read_line(&mut output).transpose() {
        let is_malformed = line.is_err();
        log.into_iter().for_each(|log| match &line {
            Ok(line) => log.received(line),
            Err(error) => log.received(format_args!("({error})")),
        });
        if received.send(line).is_err() || is_malformed {
            return;
        }
    }
}
