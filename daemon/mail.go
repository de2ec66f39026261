package daemon

import "ppamaild/mailbox/message"

// threadIndex is the message's Thread-Index; empty where it has none that is one.
func threadIndex(m *message.Message) string {
	index, _ := message.ParseThreadIndex(m.Header.Get("Thread-Index"))
	return index.String()
}
