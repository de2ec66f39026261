package agent

// both does two things at once. It panics where one of them does.
func both(one, other func()) {
	ended := make(chan any, 1)
	go func() {
		defer func() { ended <- recover() }()
		other()
	}()
	one()
	if broke := <-ended; broke != nil {
		panic(broke)
	}
}
