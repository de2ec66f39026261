// Loaded before a server: it listens on loopback only, and says on which port.
const { Server } = require("node:net");
const listen = Server.prototype.listen;
Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => console.error(`loopback port ${this.address().port}`));
  return listen.call(this, { port, host: "127.0.0.1" }, rest.findLast((argument) => typeof argument === "function"));
};
