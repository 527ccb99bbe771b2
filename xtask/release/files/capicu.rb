class Capicu < Formula
  desc "Dominoes server with bots, events and analysis"
  homepage "https://github.com/capicu/capicu"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on :linux

  on_intel do
    url "@URL@/capicu-@VERSION@-x86_64-linux.tar.gz"
    sha256 "@SHA256_X86_64@"
  end
  on_arm do
    url "@URL@/capicu-@VERSION@-aarch64-linux.tar.gz"
    sha256 "@SHA256_AARCH64@"
  end

  def install
    bin.install "bin/capicu"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/capicu"
    fish_completion.install "share/fish/vendor_completions.d/capicu.fish"
    zsh_completion.install "share/zsh/site-functions/_capicu"
    doc.install Dir["share/doc/capicu/*"]
  end

  service do
    run [opt_bin/"capicu", "serve", "--data", var/"capicu"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/capicu --version")
  end
end
