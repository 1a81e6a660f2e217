//! A connection that ends when its client reads nothing for too long, and not before its client has read the answer.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};
use tokio_rustls::server::TlsStream;

use super::gate::Place;

/// How long a client may take to end its side of a connection that has no more answers.
const LINGER: Duration = Duration::from_secs(2);
/// Reads at a time of what nobody wants.
const READS: usize = 16;

/// A connection, with or without TLS.
pub(super) struct Connection {
    stream: Stream,
    stalled: Duration,
    /// Since the client has not read.
    waits: Option<Pin<Box<Sleep>>>,
    /// Since nothing more is sent.
    lingers: Option<Pin<Box<Sleep>>>,
    _place: Place,
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Connection {
    pub fn plain(stream: TcpStream, stalled: Duration, place: Place) -> Connection {
        Connection { stream: Stream::Plain(stream), stalled, waits: None, lingers: None, _place: place }
    }

    pub fn tls(stream: TlsStream<TcpStream>, stalled: Duration, place: Place) -> Connection {
        Connection { stream: Stream::Tls(Box::new(stream)), stalled, waits: None, lingers: None, _place: place }
    }

    /// Reads what the client still sends, such as the rest of an upload that was refused. A connection that is closed before
    /// that is reset, and the answer lost.
    fn poll_drained(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let lingers = self.lingers.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        if lingers.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let stream = match &mut self.stream {
            Stream::Plain(stream) => stream,
            Stream::Tls(stream) => stream.get_mut().0,
        };
        let mut rest = [0; 16 * 1024];
        for _ in 0..READS {
            let mut buffer = ReadBuf::new(&mut rest);
            match ready!(Pin::new(&mut *stream).poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                _ => return Poll::Ready(()),
            }
        }
        // Others have their turn.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// The result of writing, which fails when it has been pending for too long.
    fn within_time<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(self.stalled)));
        ready!(waits.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_read(cx, buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Stream::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        };
        self.within_time(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = match &mut self.stream {
            // A socket is always flushed; that says nothing about the client.
            Stream::Plain(_) => return Poll::Ready(Ok(())),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(cx),
        };
        self.within_time(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingers.is_none() {
            let shut = match &mut self.stream {
                Stream::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
                Stream::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
            };
            ready!(self.within_time(cx, shut))?;
        }
        self.poll_drained(cx).map(Ok)
    }
}
